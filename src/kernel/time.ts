/** Durations in milliseconds. */
export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => n * 60_000;
export const hours = (n: number) => n * 3_600_000;
export const days = (n: number) => n * 86_400_000;

/** `YYYY-MM-DD HH:MM:SS` in UTC: the dates of the link API, and the times of people and chat on Plaza. */
export const sqlDate = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
