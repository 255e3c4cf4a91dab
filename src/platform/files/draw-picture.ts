import type { Region, Sharp } from 'sharp';
import { invalid, Problem } from '../../kernel/problem.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { Crop, Drawing, PictureSource } from '../pictures.ts';
import { sandboxTask } from '../sandbox/task.ts';
import { loadSharp } from '../sharp.ts';

interface Box {
  width: number;
  height: number;
}

interface PictureJob {
  source: PictureSource;
  field: string;
  large: Box;
  small: Box;
  /** Crops to a square around the point of interest, without animation. */
  square: boolean;
  drawing: Omit<Drawing, 'field'>;
}

interface DrawnPicture {
  large: Buffer;
  small: Buffer;
  /** Dimensions of the large variant in pixels. */
  width: number;
  height: number;
}

const maxPixels = 33_000_000;

const readable = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];

/** Detects the type from the content, and re-encodes the picture as WebP in two sizes. */
export const pictureTask = sandboxTask('platform.picture', () => Promise.resolve(drawPicture));

async function drawPicture({
  source,
  field,
  large,
  small,
  square,
  drawing,
}: PictureJob): Promise<DrawnPicture> {
  await refuseOthers(source, field);
  const draw = async (box: Box) => {
    try {
      const picture = await resized(source, box, square, drawing);
      return await picture.toBuffer({ resolveWithObject: true });
    } catch (cause) {
      throw cause instanceof Problem ? cause : unreadable(cause, field);
    }
  };
  const { data, info } = await draw(large);
  const second = await draw(small);
  return { large: data, small: second.data, width: info.width, height: info.pageHeight ?? info.height };
}

async function refuseOthers(source: PictureSource, field: string): Promise<void> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
  if (found && readable.includes(found.mime)) return;
  const isPhone = found?.mime === 'image/heic' || found?.mime === 'image/heif';
  throw invalid(
    field,
    isPhone
      ? t('HEIC images are not supported. Use JPEG instead.')
      : t('Unsupported image. Use JPEG, PNG, WebP, GIF or AVIF.'),
  );
}

async function resized(
  source: PictureSource,
  box: Box,
  square: boolean,
  { crop, blur }: Omit<Drawing, 'field'>,
): Promise<Sharp> {
  const sharp = await loadSharp();
  const animated = !square && !crop;
  const whole = sharp(source, { animated, limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  const picture = crop ? whole.extract(toPixels(crop, (await whole.metadata()).autoOrient)) : whole;
  return (blur ? picture.blur(24) : picture)
    .resize({
      ...box,
      ...(square ? { fit: 'cover', position: 'attention' } : { fit: 'inside', withoutEnlargement: true }),
    })
    .webp({ quality: 80, effort: 3 });
}

/** Clamps to at least one pixel within the picture. */
function toPixels({ left, top, width, height }: Crop, size: Box): Region {
  const within = (from: number, length: number, all: number) => {
    const start = Math.min(Math.max(0, Math.round(from * all)), all - 1);
    return [start, Math.min(Math.max(1, Math.round(length * all)), all - start)] as const;
  };
  const [x, w] = within(left, width, size.width);
  const [y, h] = within(top, height, size.height);
  return { left: x, top: y, width: w, height: h };
}

function unreadable(cause: unknown, field: string): Problem {
  const reason = cause instanceof Error ? cause.message : '';
  const message = reason.includes('pixel limit')
    ? t('Images can have at most 33 megapixels, across all frames')
    : t('This image file is damaged');
  return new Problem('invalid', message, { field, cause });
}
