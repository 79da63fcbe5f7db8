/// The scroll views whose constants are known.
public enum Engines {
  /// The engine of a key; nil for an unknown one.
  public static func engine(_ key: String) -> Engine? { all.first { $0.key == key } }

  /// All engines, Apple's first.
  public static let all: [Engine] = apple + trackpads + frameworks + browsers + scripts

  private static let apple: [Engine] = [
    Engine(
      "uikit", "UIScrollView, normal rate",
      source: "recordings of iOS, 2020 to 2026; WWDC 2018, session 803 (0.998)",
      notes:
        "Measured, not published, but for the rate. iOS 6 adds the velocity up millisecond by millisecond. "
        + "Four recordings of the edge together allow only springs of stiffness 119.918 to 120.225 and "
        + "damping 21.990 to 22.037 at mass 1, none of them critically damped. d is the size of the bounds.",
      glide: .exponential(DecelerationRate(perMillisecond: 0.998), ending: .speed(.points(10))),
      edge: .spring(.uiScrollView, settles: .points(CriticalBounce.observedSettleThreshold)),
      drag: .hyperbolic(coefficient: 0.55)),
    Engine(
      "uikit-fast", "UIScrollView, fast rate",
      source: "recordings of iOS, 2020 to 2026; WWDC 2018, session 803 (0.99)",
      notes: "As uikit; only the rate is another.",
      glide: .exponential(DecelerationRate(perMillisecond: 0.99), ending: .speed(.points(10))),
      edge: .spring(.uiScrollView, settles: .points(CriticalBounce.observedSettleThreshold)),
      drag: .hyperbolic(coefficient: 0.55)),
    Engine(
      "uikit-critical", "UIScrollView, with the edge critically damped",
      source: "recordings of iOS, 2020 to 2026, fitted with y = C t e^(-delta t)",
      notes:
        "The form that has been published, with delta 10.9. It misses recorded bounces by 0.3 pt at most; uikit "
        + "has the spring that explains them.",
      glide: .exponential(DecelerationRate(perMillisecond: 0.998), ending: .speed(.points(10))),
      edge: .spring(
        SpringConstants(decayRate: 10.93),
        settles: .points(CriticalBounce.observedSettleThreshold)),
      drag: .hyperbolic(coefficient: 0.55)),
    Engine(
      "scrollmechanics", "ScrollMechanics",
      source: "super-ultra/ScrollMechanics, ScrollExample/Sources/SimpleScrollView.swift, "
        + "ScrollMechanics/Sources/RubberBand.swift",
      glide: .exponential(
        DecelerationRate(perMillisecond: 0.998), ending: .distance(.points(0.5))),
      edge: .spring(
        SpringConstants(stiffness: 100, dampingRatio: 1), settles: .pixels(0.5)),
      drag: .hyperbolic(coefficient: 0.55)),
    Engine(
      "webkit-macos", "WebKit and Chromium on macOS",
      source: "WebKit/WebKit, Source/WebCore/platform/mac/ScrollElasticityController.mm; "
        + "chromium/chromium, third_party/blink/renderer/platform/widget/input/"
        + "elastic_overscroll_controller_exponential.cc",
      notes:
        "The system sends the glide as wheel events. WebKit's constants are those for Mac OS X 10.7; on "
        + "later systems it asks AppKit. The overscroll is rounded to whole pixels.",
      edge: .elastic(.macOS, settles: .points(0.5)),
      drag: .proportional(coefficient: 1 / ElasticBounce.Constants.macOS.stiffness)),
  ]

  private static let frameworks: [Engine] = [
    Engine(
      "flutter-ios", "Flutter, BouncingScrollPhysics, normal rate",
      source: "flutter/flutter, packages/flutter/lib/src/widgets/scroll_simulation.dart and "
        + "scroll_physics.dart",
      notes:
        "The speed at the edge is at most 5000 px/s. While a finger takes overscroll back, the resistance is "
        + "that of where the movement leads.",
      glide: .exponential(
        DecelerationRate(perFrame: 0.135, framesPerSecond: 1), ending: .speed(.pixels(20))),
      edge: .spring(
        SpringConstants(stiffness: 100, dampingRatio: 1.1, mass: 0.5), settles: .pixels(1)),
      drag: .hyperbolic(coefficient: 0.52)),
    Engine(
      "flutter-macos", "Flutter, BouncingScrollPhysics, fast rate",
      source: "flutter/flutter, packages/flutter/lib/src/widgets/scroll_physics.dart, "
        + "scroll_simulation.dart and packages/flutter/lib/src/physics/friction_simulation.dart",
      notes:
        "The constant part is a function of time and not a friction: v = v0 0.135^t - 1400 t. A finger takes "
        + "overscroll back without resistance.",
      glide: .superposed(
        SuperposedDeceleration.flutter.rate,
        deceleration: SuperposedDeceleration.flutter.deceleration, ending: .speed(.pixels(20))),
      edge: .spring(
        SpringConstants(stiffness: 75, dampingRatio: 1.3, mass: 0.3), settles: .pixels(1)),
      drag: .hyperbolic(coefficient: 0.26)),
    Engine(
      "compose-ios", "Compose Multiplatform on iOS",
      source: "JetBrains/compose-multiplatform-core, androidx.compose.foundation.cupertino: "
        + "CupertinoScrollDecayAnimationSpec.kt and CupertinoOverscrollEffect.kt",
      notes:
        "A release beyond the edge that is flung inward returns with stiffness 300 instead of 120. The "
        + "overscroll is kept as finger travel, and the rubber band applies to the spring also.",
      glide: .exponential(
        DecelerationRate(perMillisecond: 0.998), ending: .distance(.pixels(0.5))),
      edge: .spring(
        SpringConstants(stiffness: 120, dampingRatio: 1), settles: .pixels(0.5)),
      drag: .hyperbolic(coefficient: 0.55)),
    Engine(
      "android",
      "Android OverScroller: RecyclerView, ScrollView, Compose",
      source: "aosp-mirror/platform_frameworks_base, core/java/android/widget/OverScroller.java, "
        + "SplineOverScroller; Scroller.java, ViscousFluidInterpolator",
      notes: "Lengths in dp: pixels of the screen over its density. Vendors change the friction.",
      glide: .spline(.android), edge: .clamped,
      // That of RecyclerView, a quintic ease of 0.3 to 2 s, is that of many scripts.
      animations: [Engine.Animation("smoothScrollTo", .viscousFluid, .fixed(0.25))]),
    Engine(
      "flutter-android", "Flutter and Compose Multiplatform on Android",
      source: "flutter/flutter, packages/flutter/lib/src/widgets/scroll_simulation.dart, "
        + "ClampingScrollSimulation",
      notes:
        "An approximation of android: the same distance by a power law that takes 0.35 p = 0.82536 of its "
        + "time and is slower at first.",
      glide: .powerLaw(.android), edge: .clamped),
    Engine(
      "compose-decay", "Compose, exponentialDecay",
      source:
        "androidx/androidx, compose/animation/animation-core/src/commonMain/kotlin/androidx/compose/"
        + "animation/core/FloatDecayAnimationSpec.kt",
      notes: "The friction multiplier of 1 is taken.",
      glide: .exponential(DecelerationRate(perSecond: 4.2))),
    Engine(
      "react-native", "React Native, Animated.decay",
      source: "facebook/react-native, "
        + "packages/react-native/Libraries/Animated/animations/DecayAnimation.js",
      notes: "k is 1000 (1 - 0.998), where -1000 ln 0.998 would be 2.0020.",
      glide: .exponential(DecelerationRate(perSecond: 2), ending: .frame(.points(0.1)))),
    Engine(
      "reanimated", "React Native Reanimated, withDecay",
      source:
        "software-mansion/react-native-reanimated, packages/react-native-reanimated/src/animation/decay/"
        + "rigidDecay.ts, decay.ts and utils.ts",
      notes:
        "c is 100 (1 - deceleration). At 120 Hz friction grows twice as fast. A frame counts as at most 64 ms. On the "
        + "web it ends below 0.05 px/s. `rubberBandEffect` is not modelled.",
      glide: .growingFriction(
        growth: GrowingFrictionGlide.reanimated, ending: .speed(.points(1))), edge: .clamped),
    Engine(
      "unity", "Unity ScrollRect",
      source: "Unity-Technologies/uGUI, UnityEngine.UI/UI/Core/ScrollRect.cs; "
        + "Unity-Technologies/UnityCsReference, Runtime/Export/Math/Mathf.cs",
      notes: "In units of the canvas. Each frame is slowed before it moves.",
      glide: .exponential(
        DecelerationRate(perFrame: 0.135, framesPerSecond: 1), ending: .speed(.points(1))),
      edge: .smoothDamp(smoothTime: 0.1), drag: .hyperbolic(coefficient: 0.55)),
    Engine(
      "unreal", "Unreal Engine, SScrollBox",
      source: "EpicGames/UnrealEngine, Engine/Source/Runtime/Slate/Private/Framework/Layout/"
        + "InertialScrollManager.cpp",
      notes:
        "Each frame takes (2 v + 100) dt off the velocity before it moves; k and the friction are those of 60 frames a "
        + "second. Overscroll is not modelled.",
      glide: .coulomb(
        DecelerationRate(perFrame: 1 - 2.0 / 60, framesPerSecond: 60),
        deceleration: 50 * DecelerationRate(perFrame: 1 - 2.0 / 60, framesPerSecond: 60).perSecond)
    ),
    Engine(
      "gtk", "GTK and WebKitGTK",
      source: "GNOME/gtk, gtk/gtkscrolledwindow.c and gtk/gtkkineticscrolling.c",
      notes:
        "It also ends below 1 px/s, which at any usual frame rate comes later. Half the overshoot friction of "
        + "20 is delta. Overscroll is limited, in GTK 4 to 100 px.",
      glide: .exponential(DecelerationRate(perSecond: 4), ending: .frame(.points(1))),
      edge: .spring(SpringConstants(decayRate: 10), settles: .points(0.1)),
      animations: [Engine.Animation("key", .cubic, .fixed(0.2))]),
    Engine(
      "libadwaita", "libadwaita swipe tracker, touch",
      source: "GNOME/libadwaita, src/adw-swipe-tracker.c",
      notes:
        "A projection that chooses the page to go to, in pages. Above 2 pages/s it grows as a parabola "
        + "instead.",
      glide: .discrete(DecelerationRate(perMillisecond: 0.998))),
    Engine(
      "libadwaita-touchpad", "libadwaita swipe tracker, touchpad",
      source: "GNOME/libadwaita, src/adw-swipe-tracker.c",
      notes: "As libadwaita; only the rate is another.",
      glide: .discrete(DecelerationRate(perMillisecond: 0.997))),
    Engine(
      "kivy", "Kivy 3, DampedScrollEffect",
      source: "kivy/kivy, kivy/effects/kinetic.py and kivy/effects/dampedscroll.py",
      notes:
        "Each frame takes 0.05 v dt / 0.017 off the velocity before it moves. "
        + "The spring is stepped by semi-implicit Euler. A drag moves by 0.275 / (1 + 0.55 s/d) of each "
        + "movement.",
      glide: .stepped(DecelerationRate(perSecond: 0.05 / 0.017), ending: .speed(.points(0.5))),
      edge: .spring(
        SpringConstants(stiffness: 100, dampingRatio: 1), settles: .points(0.5))),
    Engine(
      "kivy-2", "Kivy 1 and 2, DampedScrollEffect",
      source:
        "kivy/kivy 2.3, kivy/effects/kinetic.py and kivy/effects/dampedscroll.py; recordings of 2.3.1",
      notes:
        "As kivy; the edge is another. Its damping and spring are per frame: at 120 Hz it is stiffer.",
      glide: .stepped(DecelerationRate(perSecond: 0.05 / 0.017), ending: .speed(.points(0.5))),
      edge: .stepped(.kivy)),
    Engine(
      "egui", "egui ScrollArea",
      source: "emilk/egui, crates/egui/src/containers/scroll_area.rs",
      glide: .constant(deceleration: 1000, ending: .speed(.points(20))), edge: .clamped),
    Engine(
      "slint", "Slint Flickable",
      source: "slint-ui/slint, internal/core/items/flickable.rs and "
        + "internal/core/animations/physics_simulation.rs",
      notes:
        "Earlier versions play a tween of 0.25 s along cubic-bezier(0, 0, 0.58, 1) over 0.25 s of the "
        + "release speed instead.",
      glide: .constant(deceleration: 2000), edge: .clamped,
      animations: [
        Engine.Animation("fling of 1.9", .bezier(x1: 0, y1: 0, x2: 0.58, y2: 1), .fixed(0.25))
      ]),
    Engine(
      "qt-flickable", "Qt Quick Flickable",
      source: "qt/qtdeclarative, src/quick/items/qquickflickable.cpp",
      notes:
        "The deceleration can be set by the platform. A flick is at most 2500 px/s. Its clock counts whole ms.",
      glide: .constant(deceleration: 1500), edge: .eased(.quadraticExponential, duration: 0.4),
      animations: [Engine.Animation("wheel", .exponential, .fixed(0.3))]),
    Engine(
      "qt-scroller", "Qt QScroller",
      source: "qt/qtbase, src/widgets/util/qscroller.cpp and qscrollerproperties.cpp",
      notes:
        "0.125 m/s^2 on a screen of 3937 px/m; another density scales it. The way back takes 0.7 of the "
        + "overshoot time of 0.7 s. Offsets are whole px.",
      glide: .constant(deceleration: 0.125 * 3937), edge: .eased(.quadratic, duration: 0.49)),
    Engine(
      "avalonia", "Avalonia ScrollGestureRecognizer",
      source:
        "AvaloniaUI/Avalonia, src/Avalonia.Base/Input/GestureRecognizers/ScrollGestureRecognizer.cs",
      glide: .exponential(
        DecelerationRate(perFrame: 0.15, framesPerSecond: 1), ending: .speed(.points(5)))),
    Engine(
      "winui", "WinUI InteractionTracker",
      source: "microsoft/microsoft-ui-xaml, PositionInertiaDecayRate 0.95",
      glide: .exponential(
        DecelerationRate(perFrame: 0.05, framesPerSecond: 1), ending: .speed(.points(30)))),
    Engine(
      "godot", "Godot ScrollContainer",
      source: "godotengine/godot, scene/gui/scroll_container.cpp",
      glide: .constant(deceleration: 1000), edge: .clamped),
    Engine(
      "osu-framework", "osu!framework ScrollContainer",
      source: "ppy/osu-framework, osu.Framework/Graphics/Containers/ScrollContainer.cs",
      notes:
        "Beyond an edge the target and the content approach it at 12 and 24 1/s, or 3.5 1/s on the way out; this is "
        + "not modelled.",
      glide: .exponential(DecelerationRate(perSecond: 3.5)), drag: .proportional(coefficient: 0.5)),
    Engine(
      "osu-framework-wheel", "osu!framework ScrollContainer, wheel and jumps",
      source: "ppy/osu-framework, osu.Framework/Graphics/Containers/ScrollContainer.cs",
      notes: "It starts at full speed. A wheel with precise steps has 50 1/s.",
      glide: .exponential(DecelerationRate(perSecond: 10))),
    Engine(
      "lvgl", "LVGL", source: "lvgl/lvgl, src/indev/lv_indev.c, scroll_throw 10",
      notes: "A tenth of the speed each read period of 33 ms.",
      glide: .perFrame(factor: 0.9, frameDuration: 0.033)),
    Engine(
      "kitty", "kitty, momentum scrolling",
      source: "kovidgoyal/kitty, momentum_scroll 0.96",
      notes: "A factor of 0.96 each 8 to 10 ms: k from 4.1 to 5.1.",
      glide: .exponential(DecelerationRate(perFrame: 0.96, framesPerSecond: 125))),
  ]
}

extension Easing {
  /// What iScroll plays for its circle, on purpose not quite one.
  public static let iScroll = Easing.bezier(x1: 0.1, y1: 0.57, x2: 0.1, y2: 1)
}

extension SpringConstants {
  /// UIScrollView's edge: stiffness 120 1/s^2 and damping 22 1/s at mass 1, so that y = A e^(-10 t) + B e^(-12 t).
  ///
  /// Measured: the round numbers in the set of springs that reproduce every sample of four recordings.
  public static let uiScrollView = SpringConstants(mass: 1, stiffness: 120, damping: 22)
}
