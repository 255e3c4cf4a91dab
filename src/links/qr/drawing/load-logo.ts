import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { loadSharp } from '../../../platform/files/sharp.ts';
import { runSandboxed } from '../../../platform/sandbox/sandbox.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { outboundAgent } from '../../product.ts';

/** A logo as submitted: its URL or the file. Null: none. */
export type LogoInput = string | Buffer | null;

const maxBytes = 500 * 1024;

const tooLarge = () => invalid('logo', msg('The logo can be up to 500 kB'));

/**
 * Re-encodes a logo as a square PNG, which removes any hidden data. Null: no logo. Throws a `Problem` if it
 * cannot be fetched, is not PNG or JPEG, or is too large.
 */
export async function loadLogo(
  app: Pick<App, 'outbound' | 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  input: LogoInput,
): Promise<Buffer | null> {
  if (input === null) return null;
  const bytes = typeof input === 'string' ? await fetchLogo(app, input.trim()) : input;
  if (bytes.length > maxBytes) throw tooLarge();
  return runSandboxed(app, logoTask, bytes, {
    class: 'members',
    owner: viewer.id,
    seconds: 10,
    field: 'logo',
  });
}

async function fetchLogo(
  { outbound, config }: Pick<App, 'outbound' | 'config'>,
  address: string,
): Promise<Buffer> {
  const [, base64] = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=\s]*)$/.exec(address) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (!/^https?:\/\//i.test(address))
    throw invalid(
      'logo',
      msg('The logo must be the full URL of an image, starting with http:// or https://'),
    );
  const answer = await outbound
    .fetch(address, { max: maxBytes, headers: outboundAgent(config) })
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw error.code === 'answer_too_large'
        ? tooLarge()
        : invalid('logo', msg('The logo cannot be fetched: {message}', { message: error.text }));
    });
  if (answer.status !== 200)
    throw invalid(
      'logo',
      msg('The logo cannot be fetched: the server responded with {status}', { status: answer.status }),
    );
  return answer.body;
}

/** Size of the stored logo in pixels, as large as it appears in a code of 1000 pixels. */
const side = 256;

/** Re-encodes a PNG or JPEG image as a square PNG. */
export const logoTask = sandboxTask('links.logo', () => Promise.resolve(drawLogo));

async function drawLogo(source: Uint8Array): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(source);
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg')
    throw invalid('logo', msg('The logo must be a PNG or JPEG image'));
  const sharp = await loadSharp();
  try {
    return await sharp(source, { limitInputPixels: 33_000_000, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true, quality: 90 })
      .toBuffer();
  } catch (cause) {
    throw new Problem('invalid', msg('The logo file is damaged'), { field: 'logo', cause });
  }
}
