/// What can happen to the machine.
package enum Input: Sendable {
  /// The app became active (N1).
  case becameActive
  /// The app went to the background (N1).
  case enteredBackground
  /// The device registered for push (T1).
  case registeredForPush
  /// The User ID was set, already trimmed and not blank (T5, C3).
  case userChanged(String)
  /// A token, base URL or proxy was changed (T7).
  case configurationChanged
  /// Communication with the server was stopped or started (T11).
  case communicationChanged(isAllowed: Bool)
  /// The app asked for flags; `token` is to be completed exactly once (T2).
  case refreshRequested(RefreshToken)
  /// A request ended.
  case requestEnded(RequestID, Result<EvaluationAnswer, RequestFailure>)
  /// The app logged an impression; a delivery of this name is to be reported once (I1).
  case impressionLogged(String, DeliveryID)
  /// The sink took an impression, or did not.
  case deliveryEnded(DeliveryID, EventSinkError?)
  /// The store took the record received at this moment, or did not (S6).
  case recordWritten(receivedAt: Uptime, StoreError?)
  /// The app asked to forget the stored flags.
  case storedFlagsCleared
  /// The time asked for by ``Machine/nextWake`` has come.
  case timePassed
  /// The client is to end (C4).
  case shutDown
}
