import { initials, hueOf } from '../../web/components/avatar.ts';

/**
 * The URL of the generated avatar of an account without a picture. It contains everything that is drawn, so
 * serving it needs no query.
 */
export const initialsUrl = ({ id, name }: { id: string; name: string }) =>
  `/avatars/${encodeURIComponent(initials(name) || '?')}/${hueOf(id)}`;
