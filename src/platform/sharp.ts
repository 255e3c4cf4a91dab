import type sharp from 'sharp';

let loaded: Promise<typeof sharp> | undefined;

/** What reads and draws pictures, loaded for the first of them. */
export function loadSharp(): Promise<typeof sharp> {
  return (loaded ??= load());
}

async function load(): Promise<typeof sharp> {
  const { default: sharp } = await import('sharp');
  // One thread a picture: people who only read pages are to notice nothing.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
