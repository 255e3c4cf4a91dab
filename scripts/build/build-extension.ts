import { cp, mkdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { hop } from '../../src/links/product.ts';
import { loadSharp } from '../../src/platform/files/sharp.ts';
import { tile } from '../../src/web/components/brand.ts';
import { inLanguage, sourceLanguage } from '../../src/web/translation/languages.ts';

const extension = 'packages/extension';

/** Builds the browser extension into a folder that browsers load. */
export async function buildExtension(outdir = `${extension}/dist`): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await cp(`${extension}/static`, outdir, { recursive: true });
  await build({
    entryPoints: {
      background: `${extension}/src/background.ts`,
      popup: `${extension}/src/popup.ts`,
      connect: `${extension}/src/connect.ts`,
      style: `${extension}/static/style.css`,
    },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    minify: true,
    format: 'esm',
    target: 'chrome127',
  });
  const sharp = await loadSharp();
  const drawing = Buffer.from(tile(inLanguage(sourceLanguage, hop).brand));
  for (const size of [16, 32, 48, 128])
    await sharp(drawing, { density: (72 * size) / 32 })
      .resize(size, size)
      .png()
      .toFile(`${outdir}/icon-${size}.png`);
}
