// A UI test that flings a scroll view in a simulator and collects the recording. Not run by this project.
//
// The app records; the test only moves the finger. Add UIKit.swift (or SwiftUI.swift) to the app, and where the scroll
// view appears:
//
//   #if DEBUG
//   if let path = ProcessInfo.processInfo.environment["SCROLLFIT_CSV"] {
//     recorder.start(scrollView)
//     NotificationCenter.default.addObserver(
//       forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
//     ) { _ in
//       MainActor.assumeIsolated { try? recorder.stop().write(toFile: path, atomically: true, encoding: .utf8) }
//     }
//   }
//   #endif
//
// The test sends the app to the background, which writes the file, and attaches it to its result:
//
//   xcrun xcresulttool export attachments --path Test.xcresult --output-path .
//
// A simulator's app may write to the test's folder; an app on a device may not: use `save()` there.
//
// Clock: that of the recorder, the time of each frame. Nothing that a UI test can see of the app has a time.
import XCTest

final class ScrollRecording: XCTestCase {
  @MainActor
  func testRecordScrolling() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("scroll.csv")
    try? FileManager.default.removeItem(at: file)
    let app = XCUIApplication()
    app.launchEnvironment["SCROLLFIT_CSV"] = file.path
    app.launch()
    let view = app.scrollViews.firstMatch  // or app.tables, app.collectionViews
    XCTAssert(view.waitForExistence(timeout: 10))

    for speed: CGFloat in [1000, 2500, 5000] {  // three flings, each until it rests
      view.swipeUp(velocity: XCUIGestureVelocity(rawValue: speed))
      Thread.sleep(forTimeInterval: 5)
    }
    for _ in 0..<3 {  // back to the top; the last fling bounces there
      view.swipeDown(velocity: .fast)
      Thread.sleep(forTimeInterval: 3)
    }
    let high = view.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.3))
    let low = view.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.8))
    // A pull, held for half a second.
    high.press(
      forDuration: 0.05, thenDragTo: low, withVelocity: .slow, thenHoldForDuration: 0.5)
    Thread.sleep(forTimeInterval: 3)

    XCUIDevice.shared.press(.home)
    let written = expectation(
      for: NSPredicate { _, _ in FileManager.default.fileExists(atPath: file.path) },
      evaluatedWith: nil)
    wait(for: [written], timeout: 10)
    let attachment = XCTAttachment(contentsOfFile: file)
    attachment.name = "scroll.csv"
    attachment.lifetime = .keepAlways
    add(attachment)
  }
}
