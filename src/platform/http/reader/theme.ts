import type { FastifyRequest } from 'fastify';

export type Theme = 'auto' | 'light' | 'dark';

/** The theme that the cookie asks for. Whatever else it says counts as none. */
export const themeOf = ({ cookies: { theme } }: Pick<FastifyRequest, 'cookies'>): Theme =>
  theme === 'light' || theme === 'dark' ? theme : 'auto';
