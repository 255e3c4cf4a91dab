import { type Static, Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { smallPath } from '../../platform/pictures.ts';

/** The link preview of a URL. */
export interface LinkPreview {
  /** The URL as the author wrote it. */
  href: string;
  /** The host, such as `example.org`. */
  host: string;
  title: string;
  description: string;
  /** URL of the stored copy of the picture. */
  picture: string | null;
  width: number;
  height: number;
}

/** A row of `social.link_preview`, joined to posts and messages. */
export interface PreviewRow {
  title: string | null;
  description: string;
  host: string;
  picture: string | null;
  width: number | null;
  height: number | null;
}

export function toPreview(
  { files }: Pick<App, 'files'>,
  { link, preview }: { link: string | null; preview: PreviewRow | null },
): LinkPreview | null {
  if (link === null || preview === null) return null;
  const { title, description, host, picture, width, height } = preview;
  return {
    href: link,
    host,
    title: title ?? host,
    description,
    picture: picture === null ? null : files.address(smallPath(picture)),
    width: width ?? 0,
    height: height ?? 0,
  };
}

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
}: LinkPreview): Static<typeof PreviewRecord> => ({
  url: href,
  host,
  title,
  description,
  picture: picture ?? '',
});
