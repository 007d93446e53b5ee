"""Personal data at level ``all``: what is hidden, and what only looks like it."""

from __future__ import annotations

import pytest

from graphpack.redact import Policy, Vault, clean

ALL = Policy("all")


def hidden(text):
    return clean(text, ALL, Vault())


EMAILS = [
    "ada@lovelace.dev",
    "ada.l+work@mail.lovelace.co.uk",
    "a_b-c@sub.host.io",
    "ADA@LOVELACE.DEV",
]


@pytest.mark.parametrize("email", EMAILS)
def test_an_email_is_hidden(email):
    assert hidden(f"write to <{email}>, please") == "write to <⟨personal:email:1⟩>, please"


PHONES = [
    "+1 415 555 2671",
    "+1-415-555-2671",
    "+14155552671",
    "(415) 555-2671",
    "415-555-2671",
    "415.555.2671",
    "+44 20 7946 0958",
    "+44 (0)20 7946 0958",
    "+49 30 901820",
    "+49 (30) 9018-2000",
    "+33 1 42 68 53 00",
    "+81 3-3224-5000",
    "+86 138 0013 8000",
    "+91 98765 43210",
    "+55 11 98765-4321",
    "+380 44 235 7100",
]


@pytest.mark.parametrize("phone", PHONES)
def test_a_phone_number_is_hidden_whole(phone):
    assert hidden(f"call {phone} today") == "call ⟨personal:phone:1⟩ today"


HOMES = [
    ("/home/adal/src/app.py", "/home/⟨personal:home-folder:1⟩/src/app.py"),
    ("/Users/adal/Library", "/Users/⟨personal:home-folder:1⟩/Library"),
    ("C:\\Users\\adal\\AppData", "C:\\Users\\⟨personal:home-folder:1⟩\\AppData"),
    ("C:\\\\Users\\\\adal\\\\x", "C:\\\\Users\\\\⟨personal:home-folder:1⟩\\\\x"),
    ("C:/Users/adal/x", "C:/Users/⟨personal:home-folder:1⟩/x"),
    ("/mnt/c/Users/adal/x", "/mnt/c/Users/⟨personal:home-folder:1⟩/x"),
    ("cd /home/adal", "cd /home/⟨personal:home-folder:1⟩"),
]


@pytest.mark.parametrize(("text", "out"), HOMES)
def test_the_name_of_a_home_folder_is_hidden(text, out):
    assert hidden(text) == out


ADDRESSES = [
    "84.112.7.33",
    "10.20.30.40",
    "2a02:8388:e103:2700:c4d:22ff:fe8f:1a2b",
    "2a02:8388::1",
    "fe80::1ff:fe23:4567:890a",
    "2001:470:1f0b::a2",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_hidden(address):
    assert hidden(f"ssh {address} now") == "ssh ⟨personal:ip-address:1⟩ now"
    assert hidden(f"[{address}]:22") == "[⟨personal:ip-address:1⟩]:22"


HARMLESS = [
    "version 1.2.3.4567",
    "v10.4.2.1 of the tool",
    "released 2031-04-05 at 10:11:12",
    "2031-04-05T10:11:12.123456Z",
    "took 00:12:33:04",
    "MAC 3c:22:fb:9a:01:7e",
    "127.0.0.1:8080 and 0.0.0.0, mask 255.255.255.0, docs 192.0.2.7",
    "ssh 84.112.7.333 now, docs 2001:db8:12:34::7",
    "::1 and std::vector::iterator, a::b::c",
    "mail noreply@github.com, me@example.com, git@github.com:a/b.git",
    "@decorator and user@localhost",
    "/home/user/x /Users/runner/work C:\\Users\\Public\\x",
    "order 2031-555-01 of 415555 items, 12-34-56",
    "pip install requests==2.31.0",
    "range 10-20-30, ratio 1.5-2.5, 3.14159",
    "build 20310405.123456.7",
    "at 12.34.56",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_personal_stays(text):
    assert hidden(text) == text


def test_personal_data_stays_at_the_level_of_secrets():
    text = f"{EMAILS[0]} {PHONES[0]} {HOMES[0][0]} {ADDRESSES[0]}"
    assert clean(text, Policy(), Vault()) == text


def test_the_same_person_has_the_same_placeholder():
    out = hidden(f"{EMAILS[0]} wrote {EMAILS[0]} and {EMAILS[2]}")
    assert out == "⟨personal:email:1⟩ wrote ⟨personal:email:1⟩ and ⟨personal:email:2⟩"
