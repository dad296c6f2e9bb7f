/// The four things the core asks of the world; adapters conform to them.
///
/// They are nested here so that they bear their plain names without shadowing the language's own, such as `Clock`.
public enum Ports {}
