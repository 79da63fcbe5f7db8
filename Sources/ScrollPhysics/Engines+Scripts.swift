/// Scroll views of the web that scripts move.
extension Engines {
  static let scripts: [Engine] = [
    Engine(
      "lenis", "Lenis", source: "darkroomengineering/lenis, packages/core/src/animate.ts, lerp 0.1",
      notes: "It damps towards its target: 1 - e^(-60 lerp t), 6 1/s; touch has 4.5 1/s.",
      glide: .exponential(DecelerationRate(perSecond: 6))),
    Engine(
      "embla", "Embla Carousel",
      source: "davidjerleke/embla-carousel, packages/embla-carousel/src/components/ScrollBody.ts",
      notes: "v = (v + d / 25) 0.68 a frame at 60 Hz; the glide is that without a target.",
      glide: .perFrame(factor: 0.68, slowsFirst: true)),
    Engine(
      "photoswipe", "PhotoSwipe 5",
      source: "dimsemenov/PhotoSwipe, src/js/gestures/drag-handler.js",
      notes:
        "Inside the edges a critically damped spring of omega 12 pulls to where a glide of 0.995 per ms would "
        + "end. Offsets are cut to whole pixels.",
      edge: .spring(SpringConstants(angularFrequency: 12, dampingRatio: 0.82)),
      drag: .proportional(coefficient: 0.35)),
    Engine(
      "flickity", "Flickity, freeScroll",
      source: "metafizzy/flickity, js/animate.js and js/drag.js, freeScrollFriction 0.075",
      notes:
        "It rests after three frames that move less than 0.01 px. With a target it is v = (v + d / 40) 0.72 a frame.",
      glide: .perFrame(factor: 0.925)),
    Engine(
      "pastrykit", "PastryKit and Zynga Scroller",
      source: "jimeh/PastryKit, mobile/dist/PastryKit.js; pbakaus/scroller, src/Scroller.js",
      notes:
        "The way of the first frame is that of 15 ms of the release, 0.9 of its speed. PastryKit ends below "
        + "0.01 px a frame; Zynga's scroller below 0.001.",
      glide: .perFrame(
        factor: FramewiseBounce.Constants.pastryKit.friction,
        ending: .frame(.points(FramewiseBounce.Constants.pastryKit.restWay))),
      edge: .framewise(.pastryKit), drag: .proportional(coefficient: 0.5)),
    Engine(
      "impetus", "impetus",
      source: "chrisbateman/impetus, src/Impetus.js",
      notes:
        "The way of a frame is that of 15 ms of the release. It rests less than "
        + "0.3 px inside. At "
        + "the upper bounds the linear part of the resistance has the other sign.",
      glide: .perFrame(
        factor: FramewiseBounce.Constants.impetus.friction, slowsFirst: true,
        ending: .frame(.points(FramewiseBounce.Constants.impetus.restWay))),
      edge: .framewise(.impetus),
      drag: .quadratic(coefficient: 0.45, linear: 0.0001, quadratic: 0.000005)),
    Engine(
      "framer-motion", "framer-motion, inertia",
      source: "framer/motion, packages/framer-motion/src/animation/generators/inertia.ts",
      notes:
        "It goes 0.8 s of the release: at first 0.8 / 0.325 = 2.46 times as fast. The mass of the spring is 1.",
      glide: .projected(power: 0.8, timeConstant: 0.325, ending: .distance(.points(0.5))),
      edge: .spring(
        SpringConstants(mass: 1, stiffness: 500, damping: 10), settles: .points(0.5))),
    Engine(
      "popmotion", "popmotion, decay and inertia",
      source: "Popmotion/popmotion, packages/popmotion/src/animations/generators/decay.ts and "
        + "packages/popmotion/src/animations/inertia.ts",
      notes:
        "inertia has a time constant of 0.75 s and rests within 1 px; decay has 0.35 s. It goes 0.8 s of the "
        + "release. The mass of the spring is 1.",
      glide: .projected(power: 0.8, timeConstant: 0.35, ending: .distance(.points(0.5))),
      edge: .spring(SpringConstants(mass: 1, stiffness: 500, damping: 10), settles: .points(1))),
    Engine(
      "iscroll", "iScroll 5",
      source: "cubiq/iscroll, src/utils.js and src/core.js",
      notes:
        "Distance and time are those of the constant, 0.0006 px/ms^2; CSS transitions play the curve. Without "
        + "them it is the circle sqrt(1 - (u - 1)^2), and u (2 - u) for a glide that ends beyond the edge.",
      glide: .eased(deceleration: 600, Easing.iScroll), edge: .eased(.iScroll, duration: 0.6),
      drag: .proportional(coefficient: 1.0 / 3)),
    Engine(
      "better-scroll", "better-scroll 2",
      source: "ustbhuangyi/better-scroll, packages/core/src/scroller/Behavior.ts, "
        + "packages/core/src/Options.ts and packages/shared-utils/src/ease.ts",
      notes:
        "v^2 / 0.0015 px/ms^2 is the distance and 2 v / 0.0015 the time: 750 px/s^2. CSS transitions play the "
        + "curves; without them they are 1 - (1 - u)^5 and, at the edge, 1 - (1 - u)^4. Earlier "
        + "versions went v / 0.0015 in 2.5 s.",
      glide: .eased(
        deceleration: 750, maximumDuration: 2.5, .bezier(x1: 0.23, y1: 1, x2: 0.32, y2: 1)),
      edge: .eased(.bezier(x1: 0.165, y1: 0.84, x2: 0.44, y2: 1), duration: 0.8),
      drag: .proportional(coefficient: 1.0 / 3)),
  ]
}
