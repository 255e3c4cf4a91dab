import type { Config } from '../settings/config.ts';

/** A year, in seconds, in which browsers only use https, if the public URLs do. */
export const strictTransport = { maxAge: 31_536_000, includeSubDomains: false };

/** The header for responses that are written without Fastify, as a list of name and value. Empty without https. */
export const transportHeaders = ({ secureCookies }: Pick<Config, 'secureCookies'>): readonly string[] =>
  secureCookies ? ['Strict-Transport-Security', `max-age=${strictTransport.maxAge}`] : [];
