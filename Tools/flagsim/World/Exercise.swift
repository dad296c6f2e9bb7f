/// What histories exercise: each must come up, and have an effect, in every large enough run.
enum Exercise: String, CaseIterable, Sendable {
  case read, refresh, severalRefreshes, refreshInFlight
  case userSwitch, userSwitchInFlight, sameUser, blankUser, userBack
  case becomeActive, enterBackground, pushRegistration, impression, clear
  case communicationStopped, communicationStarted, configurationChanged, endpointUnusable
  case shutDown, restart, killed, killedInFlight, appExtension, noBootID
  case advance, clockBoundary, suspend, lateWake, skewForward, skewBack, reboot
  case flagsAnswer, notModifiedAnswer, oddFlag, partialAnswer, unfittingNotModified, garbage
  case unauthorized, retryAfter, otherStatus, lostAnswer, notSent, lateAnswer, doubledAnswer
  case serverChange, serverWithoutFlags, storeWriteFailed, storeRemoveFailed, storeReadFailed, slowStore
  case writeLostInKill, damagedRecord, sinkFailed, sinkHeld, clientHistory
}
