import { Type, type Static } from 'typebox';
import type { Preview } from '../preview.ts';

export const PreviewRecord = Type.Object(
  {
    url: Type.String(),
    host: Type.String(),
    title: Type.String(),
    description: Type.String(),
    picture: Type.String({ description: 'Absolute URL of the stored copy; may be empty' }),
  },
  { title: 'Preview' },
);

export const toPreviewRecord = ({
  href,
  host,
  title,
  description,
  picture,
}: Preview): Static<typeof PreviewRecord> => ({
  url: href,
  host,
  title,
  description,
  picture: picture ?? '',
});
