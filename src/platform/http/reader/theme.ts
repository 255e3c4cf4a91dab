import type { FastifyRequest } from 'fastify';

export type Theme = 'auto' | 'light' | 'dark';

/** The theme in the cookie. Invalid values count as none. */
export const themeOf = ({ cookies: { theme } }: Pick<FastifyRequest, 'cookies'>): Theme =>
  theme === 'light' || theme === 'dark' ? theme : 'auto';
