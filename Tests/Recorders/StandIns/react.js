export const useMemo = (make) => make();
