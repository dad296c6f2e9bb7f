// Code written for the SDK as a program without UIKit:
//
//   Pushwoosh_INFO_PLIST=Info.plist pushwoosh-sample run-loop|dispatch-main [USER-ID]
//
// It shows what an earlier run stored, asks for flags, shows them, and ends.
import Dispatch
import Foundation
import PushwooshFramework

setvbuf(stdout, nil, _IOLBF, 0)
let arguments = CommandLine.arguments.dropFirst()
if let userId = arguments.dropFirst().first { Pushwoosh.configure.setUserId(userId) }

let checkout = Checkout()
checkout.show()
Pushwoosh.configure.featureFlags.refresh { error in
  if let error = error as NSError? {
    print("refresh failed: main thread \(Thread.isMainThread): \(error.domain) \(error.code)")
  } else {
    print("refreshed: main thread \(Thread.isMainThread)")
  }
  checkout.show()
  print("user: \(Pushwoosh.configure.getUserId())")
  Task {
    await Pushwoosh.settle()
    exit(0)
  }
}

switch arguments.first {
case "dispatch-main": dispatchMain()
default: RunLoop.main.run()
}
