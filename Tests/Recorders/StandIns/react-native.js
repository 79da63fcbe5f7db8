export const PixelRatio = { get: () => 3 };
export const Platform = { OS: "stand-in", Version: "0" };
