SWITCHES = ()
NONE = ()
