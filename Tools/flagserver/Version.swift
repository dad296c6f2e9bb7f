/// The version of the program, as `--version` prints it.
let flagserverVersion = "0.1.0"
