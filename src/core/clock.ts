/** The source of time. SQL receives it as a parameter, so the application's clock alone decides every expiry. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
