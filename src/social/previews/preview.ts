import type { App } from '../../platform/app.ts';
import { smallPath } from '../../platform/pictures.ts';

/** The link preview of the page at an address. */
export interface Preview {
  /** The address as its author wrote it. */
  href: string;
  /** Where it leads, such as `example.org`. */
  host: string;
  title: string;
  description: string;
  /** Where our copy of its picture is served. */
  picture: string | null;
  width: number;
  height: number;
}

/** A row of `social.link_preview`, as posts and messages join it. */
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
): Preview | null {
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
