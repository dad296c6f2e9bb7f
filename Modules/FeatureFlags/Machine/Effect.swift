/// What the machine asks the shell to do, in this order; its snapshot is published before the first of them.
package enum Effect: Sendable {
  /// Send a request for flags.
  case send(FlagsRequest)
  /// Abort a request; its answer is of no use any more.
  case cancel(RequestID)
  /// Write the record.
  case writeRecord(StoredFlags)
  /// Remove the record.
  case removeRecord
  /// Remember whether communication is stopped (T11).
  case writeCommunicationStopped(Bool)
  /// Tell the listeners that these flags changed (L1).
  case notify(FlagsUpdate)
  /// Answer calls of `refresh`.
  case complete([RefreshToken], Result<RefreshOutcome, FeatureFlagsError>)
  /// Deliver an impression to the sink (I1).
  case deliver(Impression)
  /// Give up every impression that has not been taken yet (T11, C4).
  case cancelDeliveries
  /// Report how an impression ended.
  case report(DeliveryID, Result<ImpressionOutcome, EventSinkError>)
  /// Tell the diagnostics handler (C5).
  case diagnose(Diagnostic)
}
