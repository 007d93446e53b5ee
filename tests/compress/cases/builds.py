"""Outputs of compilers and bundlers."""

from __future__ import annotations

from collections.abc import Iterator

from graphpack.compress import Kind

from .base import Case, marked, times

__all__ = ["builds"]


def builds() -> Iterator[Case]:
    """Make one of each tool."""
    yield from _javascript()
    yield from _compiled()
    yield from _jvm()


def _javascript() -> Iterator[Case]:
    yield marked(
        "tsc",
        Kind.BUILD,
        f"""> tide@1.4.2 build
> tsc -p tsconfig.json

{times(9, lambda n: f"»src/gauge{n}.ts({n + 4},{n + 7}): error TS2322: Type 'number' is not assignable to type 'string'.")}
»src/buoy.ts(41,5): error TS2345: Argument of type '{{ depth: number; }}' is not assignable to parameter of type 'Reading'.
»  Property 'unit' is missing in type '{{ depth: number; }}' but required in type 'Reading'.
»src/pier.ts(1,10): error TS2305: Module '"./buoy"' has no exported member 'sink'.
»Found 11 errors in 11 files.

Errors  Files
»     1  src/buoy.ts:41
npm error Lifecycle script `build` failed with error:
»npm error code 2""",
    )
    yield marked(
        "tsc pretty",
        Kind.BUILD,
        f"""{times(6, lambda n: f"»src/gauge{n}.ts:{n + 4}:{n + 7} - error TS2322: Type 'number' is not assignable to type 'string'.{chr(10)}{chr(10)}»{n + 4}   const unit: string = {n};{chr(10)}          ~~~~{chr(10)}")}

»Found 6 errors in 6 files.""",
    )
    yield marked(
        "webpack",
        Kind.BUILD,
        f"""{times(60, lambda n: f"asset gauge{n}.js {n}.1 KiB [emitted] (name: gauge{n})")}
runtime modules 3.2 KiB 12 modules
{times(30, lambda n: f"  ./src/gauge{n}.js {n} bytes [built] [code generated]")}

»WARNING in asset size limit: The following asset(s) exceed the recommended size limit (244 KiB).
»Assets:
»  main.js (811 KiB)

»ERROR in ./src/buoy.js 41:5
»Module parse failed: Unexpected token (41:5)
»You may need an appropriate loader to handle this file type.
»|   depth() {{
»>     return this.#depth?.;
|   }}
» @ ./src/main.js 3:0-31

»ERROR in ./src/pier.js 1:0-27
»Module not found: Error: Can't resolve './harbour' in '/srv/tide/src'

»webpack 5.90.3 compiled with 2 errors and 1 warning in 4121 ms""",
    )
    yield marked(
        "vite",
        Kind.BUILD,
        f"""vite v5.1.4 building for production...
transforming...
✓ 812 modules transformed.
{times(40, lambda n: f"dist/assets/gauge{n}-{n:08x}.js    {n}.12 kB │ gzip:  {n % 9}.31 kB")}

»(!) Some chunks are larger than 500 kB after minification. Consider:
- Using dynamic import() to code-split the application
»src/buoy.ts (41:9): "sink" is not exported by "src/pier.ts", imported by "src/buoy.ts".
»x Build failed in 3.12s
»error during build:
»RollupError: src/buoy.ts (41:9): "sink" is not exported by "src/pier.ts"
    at getRollupError (file:///srv/tide/node_modules/rollup/dist/es/shared/parseAst.js:376:41)""",
    )
    yield marked(
        "esbuild",
        Kind.BUILD,
        """»✘ [ERROR] Could not resolve "./harbour"

»    src/pier.ts:1:21:
»      1 │ import { wall } from "./harbour";
        ╵                      ~~~~~~~~~~~

»▲ [WARNING] Comparison with -0 using the "===" operator will also match 0 [equals-negative-zero]

»    src/buoy.ts:41:14:
»      41 │   if (depth === -0) {
        ╵                 ~~

»1 error and 1 warning
"""
        + times(40, lambda n: f"  dist/gauge{n}.js  {n}.1kb"),
    )
    yield marked(
        "next build",
        Kind.BUILD,
        f"""   ▲ Next.js 14.1.0

   Creating an optimized production build ...
» ⚠ Compiled with warnings

»./src/app/buoy/page.tsx
»41:9  Warning: React Hook useEffect has a missing dependency: 'gauge'. Either include it or remove the dependency array.  react-hooks/exhaustive-deps

 ✓ Linting and checking validity of types
   Collecting page data ...
{times(30, lambda n: f"   Generating static pages ({n}/30)")}
»Error occurred prerendering page "/buoys/7". Read more: https://nextjs.example/docs/messages/prerender-error
»TypeError: Cannot read properties of undefined (reading 'depth')
»    at Page (/srv/tide/.next/server/app/buoys/page.js:1:4121)
»> Export encountered errors on following paths:
»	/buoys/7/page: /buoys/7
{times(30, lambda n: f"├ ○ /gauges/{n}                {n}.1 kB         {80 + n} kB")}""",
    )


def _compiled() -> Iterator[Case]:
    yield marked(
        "gcc",
        Kind.BUILD,
        f"""make[1]: Entering directory '/srv/tide'
{times(50, lambda n: f"gcc -O2 -Wall -Iinclude -c -o build/gauge{n}.o src/gauge{n}.c")}
»src/buoy.c: In function 'depth':
»src/buoy.c:41:12: error: 'sounding' undeclared (first use in this function); did you mean 'sound'?
»   41 |     return sounding[gauge];
      |            ^~~~~~~~
      |            sound
»src/buoy.c:41:12: note: each undeclared identifier is reported only once for each function it appears in
»src/pier.c:7:9: warning: unused variable 'wall' [-Wunused-variable]
    7 |     int wall = 0;
      |         ^~~~
»src/pier.c:12:5: warning: control reaches end of non-void function [-Wreturn-type]
»make[1]: *** [Makefile:12: build/buoy.o] Error 1
make[1]: Leaving directory '/srv/tide'
»make: *** [Makefile:4: all] Error 2""",
    )
    yield marked(
        "linker",
        Kind.BUILD,
        f"""{times(40, lambda n: f"[{n}/42] Building CXX object CMakeFiles/tide.dir/src/gauge{n}.cc.o")}
[41/42] Linking CXX executable tide
»FAILED: tide
: && /usr/bin/c++ -O2 {" ".join(f"CMakeFiles/tide.dir/src/gauge{n}.cc.o" for n in range(40))} -o tide
»/usr/bin/ld: CMakeFiles/tide.dir/src/buoy.cc.o: in function `Buoy::depth(int)':
»buoy.cc:(.text+0x41): undefined reference to `Gauge::sound(int)'
»collect2: error: ld returned 1 exit status
»ninja: build stopped: subcommand failed.""",
    )
    yield marked(
        "rustc",
        Kind.BUILD,
        f"""{times(80, lambda n: f"   Compiling gauge{n} v{n}.1.0")}
»error[E0502]: cannot borrow `pool` as mutable because it is also borrowed as immutable
»  --> src/pool.rs:41:9
   |
»40 |     let first = &pool.gauges[0];
   |                  ----------- immutable borrow occurs here
»41 |     pool.take(7);
   |     ^^^^^^^^^^^^ mutable borrow occurs here
»42 |     println!("{{first}}");
   |               ------- immutable borrow later used here

»warning: function `sink` is never used
»  --> src/buoy.rs:7:4
»   = note: `#[warn(dead_code)]` on by default

»error[E0433]: failed to resolve: use of undeclared crate or module `harbour`
»  --> src/pier.rs:1:5

Some errors have detailed explanations: E0433, E0502.
»error: could not compile `tide` (lib) due to 2 previous errors; 1 warning emitted""",
    )
    yield marked(
        "go build",
        Kind.BUILD,
        f"""{times(30, lambda n: f"go: downloading example.org/gauge{n} v1.{n}.0")}
»# example.org/tide/buoy
»buoy/buoy.go:41:9: cannot use depth (variable of type int) as string value in return statement
»buoy/buoy.go:44:2: declared and not used: unit
»buoy/pier.go:7:2: "os" imported and not used
»pier/pier.go:3:8: package example.org/harbour is not in std (/usr/local/go/src/example.org/harbour)
»exit status 1""",
    )
    yield marked(
        "cmake",
        Kind.BUILD,
        f"""-- The C compiler identification is GNU 13.2.0
-- Detecting C compiler ABI info - done
{times(40, lambda n: f"-- Looking for gauge{n}.h - found")}
-- Looking for harbour.h - not found
»CMake Warning (dev) at CMakeLists.txt:7 (project):
»  cmake_minimum_required() should be called prior to this top-level project() call.

»CMake Error at CMakeLists.txt:41 (find_package):
»  Could not find a package configuration file provided by "Harbour" with any of the following names:

»    HarbourConfig.cmake
»    harbour-config.cmake

»-- Configuring incomplete, errors occurred!
See also "/srv/tide/build/CMakeFiles/CMakeOutput.log".""",
    )
    yield marked(
        "msbuild",
        Kind.BUILD,
        f"""MSBuild version 17.9.4+90725d08d for .NET
  Determining projects to restore...
{times(30, lambda n: f"  Gauge{n} -> /srv/tide/Gauge{n}/bin/Debug/net8.0/Gauge{n}.dll")}
»/srv/tide/Buoy.cs(41,9): error CS1061: 'Gauge' does not contain a definition for 'Sound' and no accessible extension method 'Sound' could be found [/srv/tide/Tide.csproj]
»/srv/tide/Pier.cs(7,13): warning CS0219: The variable 'wall' is assigned but its value is never used [/srv/tide/Tide.csproj]

»Build FAILED.

»/srv/tide/Pier.cs(7,13): warning CS0219: The variable 'wall' is assigned but its value is never used [/srv/tide/Tide.csproj]
»    1 Warning(s)
»    1 Error(s)

Time Elapsed 00:00:04.12""",
    )
    yield marked(
        "clang with includes",
        Kind.BUILD,
        f"""{times(30, lambda n: f"[ {n}%] Building CXX object gauge{n}.o")}
»In file included from /srv/tide/src/buoy.cc:3:
»/srv/tide/include/pool.h:41:17: fatal error: 'harbour/wall.h' file not found
»#include <harbour/wall.h>
         ^~~~~~~~~~~~~~~~
»1 error generated.
»make[2]: *** [CMakeFiles/tide.dir/build.make:76: CMakeFiles/tide.dir/src/buoy.cc.o] Error 1""",
    )
    yield marked(
        "swift build",
        Kind.BUILD,
        f"""{times(40, lambda n: f"[{n}/41] Compiling Tide Gauge{n}.swift")}
»/srv/tide/Sources/Tide/Buoy.swift:41:16: error: cannot convert return expression of type 'Int' to return type 'String'
»        return depth
               ^~~~~
»/srv/tide/Sources/Tide/Pier.swift:7:13: warning: variable 'wall' was never mutated; consider changing to 'let' constant
»error: fatalError""",
    )


def _jvm() -> Iterator[Case]:
    yield marked(
        "maven compile",
        Kind.BUILD,
        f"""[INFO] Scanning for projects...
[INFO] Building tide 1.4.2
{times(60, lambda n: f"[INFO] Downloading from central: https://repo.example/gauge{n}/{n}.0/gauge{n}-{n}.0.pom")}
{times(60, lambda n: f"[INFO] Downloaded from central: https://repo.example/gauge{n}/{n}.0/gauge{n}-{n}.0.pom ({n} kB at {n} kB/s)")}
[INFO] --- compiler:3.11.0:compile (default-compile) @ tide ---
»[WARNING] /srv/tide/src/main/java/org/tides/Pier.java:[7,13] [deprecation] wall() in Harbour has been deprecated
[INFO] -------------------------------------------------------------
»[ERROR] COMPILATION ERROR :
[INFO] -------------------------------------------------------------
»[ERROR] /srv/tide/src/main/java/org/tides/Buoy.java:[41,16] cannot find symbol
»  symbol:   method sound(int)
»  location: variable gauge of type org.tides.Gauge
»[ERROR] /srv/tide/src/main/java/org/tides/Pier.java:[12,9] incompatible types: int cannot be converted to java.lang.String
»[INFO] 2 errors
[INFO] ------------------------------------------------------------------------
»[INFO] BUILD FAILURE
[INFO] ------------------------------------------------------------------------
[INFO] Total time:  4.121 s
»[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default-compile) on project tide: Compilation failure: Compilation failure:""",
    )
    yield marked(
        "gradle",
        Kind.BUILD,
        f"""Starting a Gradle Daemon (subsequent builds will be faster)
{times(40, lambda n: f"> Task :gauge{n}:compileKotlin UP-TO-DATE")}
> Task :buoy:compileKotlin
»e: file:///srv/tide/buoy/src/main/kotlin/Buoy.kt:41:16 Unresolved reference: sound
»w: file:///srv/tide/buoy/src/main/kotlin/Pier.kt:7:13 Variable 'wall' is never used
»> Task :buoy:compileKotlin FAILED

»FAILURE: Build failed with an exception.

* What went wrong:
»Execution failed for task ':buoy:compileKotlin'.
»> A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleCompilerRunnerWithWorkers$GradleKotlinCompilerWorkAction
»   > Compilation error. See log for more details

* Try:
> Run with --stacktrace option to get the stack trace.

»BUILD FAILED in 12s
41 actionable tasks: 1 executed, 40 up-to-date""",
    )
