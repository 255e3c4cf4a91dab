import { initials, hueOf } from '../../web/components/avatar.ts';

/** Where the drawn picture of somebody without a photograph is. It says all that is drawn, so nothing is looked up. */
export const initialsAddress = ({ id, name }: { id: string; name: string }) =>
  `/avatars/${encodeURIComponent(initials(name) || '?')}/${hueOf(id)}`;
