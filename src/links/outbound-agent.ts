import type { Config } from '../platform/settings/config.ts';

/** What Hop calls itself in requests that it sends. */
export const outboundAgent = ({ hopUrl }: Pick<Config, 'hopUrl'>) => ({ 'user-agent': `Hop (+${hopUrl})` });
