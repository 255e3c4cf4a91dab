/** The cookie with the handle of a pending sign-in. */
export const challengeCookie = 'challenge';
export const challengeSeconds = 600;
