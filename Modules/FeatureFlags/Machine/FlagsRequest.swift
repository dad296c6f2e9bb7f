/// A request for flags as the machine asks for it; the identity in it is that of the moment it began.
package struct FlagsRequest: Sendable, Hashable {
  /// Its name; the answer comes back under it.
  package var id: RequestID
  /// Whom and what to ask for.
  package var context: EvaluationContext
  /// The tag of the stored answer for this identity, if there is a valid one.
  package var entityTag: String?
}
