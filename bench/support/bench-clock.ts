/** Epoch ms with fractions, so that processes of one machine can be compared below the millisecond. */
export const preciseNowMs = (): number => performance.timeOrigin + performance.now();
