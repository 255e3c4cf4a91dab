import type { Config } from '../platform/settings/config.ts';

/** The user agent of Hop's outgoing requests. */
export const outboundAgent = ({ hopUrl }: Pick<Config, 'hopUrl'>) => ({ 'user-agent': `Hop (+${hopUrl})` });
