/// What browsers do themselves.
extension Engines {
  static let browsers: [Engine] = [
    Engine(
      "chromium", "Chromium: touch flings, smooth scrolling, keys and wheel",
      source: "chromium/chromium, ui/events/gestures/physics_based_fling_curve.cc and "
        + "cc/animation/scroll_offset_animation_curve.cc; recordings of Chrome 156",
      notes:
        "A fling is limited to about three heights of the view, with its duration kept. A notch of the wheel "
        + "during an animation changes its target.",
      glide: .bezier,
      animations: [
        Engine.Animation(
          "scrollTo", .bezier(x1: 0.4, y1: 0, x2: 0, y2: 1), .root(1.0 / 60, maximum: 1.5)),
        Engine.Animation("key", .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), .fixed(0.15)),
        Engine.Animation("wheel", .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), .between(0.1, 0.2)),
      ]),
    Engine(
      "chromium-fling", "Chromium touchscreen fling, the older curve",
      source: "chromium/chromium, ui/events/gestures/fling_curve.cc",
      notes: "v' = -3.7 v - 636.4. A release above 20946 px/s scales the whole curve.",
      glide: .curve(FlingCurve())),
    Engine(
      "webkitgtk", "WebKitGTK: scrollTo, keys and wheel",
      source: "recordings of WebKitGTK 2.50",
      notes: "CSS ease, 1 ms a px and at most 0.2 s; its kinetic scrolling is that of gtk.",
      glide: .exponential(DecelerationRate(perSecond: 4), ending: .frame(.points(1))),
      animations: [
        Engine.Animation(
          "scrollTo", .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1), .between(0.02, 0.205))
      ]),
    Engine(
      "chromium-android", "Chromium overscroll on Android",
      source: "chromium/chromium, third_party/blink/renderer/platform/widget/input/"
        + "elastic_overscroll_controller_exponential.cc",
      notes: "The fling is that of android. The overscroll is rounded to whole pixels.",
      edge: .elastic(.chromiumAndroid, settles: .points(0.5)),
      drag: .proportional(coefficient: 1 / ElasticBounce.Constants.chromiumAndroid.stiffness)),
    Engine(
      "firefox", "Firefox, asynchronous panning",
      source: "mozilla/gecko-dev, modules/libpref/init/StaticPrefList.yaml (apz.fling_friction, "
        + "apz.fling_stopped_threshold, apz.overscroll.*) and gfx/layers/apz/src/Axis.cpp",
      notes:
        "apz.overscroll.damping is the damping ratio. The velocity at the edge is limited. On Android flings "
        + "are those of android. The resistance limits each movement to 8 px.",
      glide: .exponential(
        DecelerationRate(perMillisecond: 0.998), ending: .speed(.points(10))),
      edge: .spring(SpringConstants(stiffness: 200, dampingRatio: 1.1)),
      drag: .tapered(coefficient: 1.0 / 16),
      animations: [
        Engine.Animation(
          "keys, wheel", .bezier(x1: 0.25, y1: 0, x2: 0.6, y2: 1), .between(0.14, 0.21)),
        // layout.css.scroll-behavior.spring-constant: a critically damped spring of stiffness 250.
        Engine.Animation("scrollTo", .critical, .fixed(20 / 250.0.squareRoot())),
      ]),
    Engine(
      "servo", "Servo, touch flings",
      source: "servo/servo, components/paint/touch.rs",
      notes:
        "Each frame has this factor, at any frame rate. A fling ends with the first frame that moves less than 3 px of "
        + "the screen.",
      // The next frame would move 0.95 of that.
      glide: .perFrame(factor: 0.95, slowsFirst: true, ending: .frame(.pixels(0.95 * 3))),
      edge: .clamped),
  ]
}
