import type sharp from 'sharp';

let loaded: Promise<typeof sharp> | undefined;

/** The image library, loaded on first use. */
export function loadSharp(): Promise<typeof sharp> {
  return (loaded ??= load());
}

/** Formats whose decoders may run. The library supports many more. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);

async function load(): Promise<typeof sharp> {
  const { default: sharp } = await import('sharp');
  // One thread per picture, so that page views are not affected.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  return sharp;
}
