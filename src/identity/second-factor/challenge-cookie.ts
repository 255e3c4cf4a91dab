/** Where a browser keeps the handle of the sign-in that it is in the middle of. */
export const challengeCookie = 'challenge';
export const challengeSeconds = 600;
