import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { overlayKinds, type Overlay } from './overlay.ts';

export const OverlayRecord = Type.Object({
  id: Type.Integer(),
  type: Type.Enum([...overlayKinds]),
  name: Type.String(),
  date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
});

export const toOverlayRecord = ({ id, kind, name, createdAt }: Overlay): Static<typeof OverlayRecord> => ({
  id: Number(id),
  type: kind,
  name,
  date: sqlDate(createdAt),
});
