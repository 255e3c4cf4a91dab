import { input, output, tool } from '../../tool.ts';
import { imageKinds, toIco, writeImage, examplePng } from '../../encodings/images.ts';

export default tool({
  title: 'Favicon generator',
  summary: 'Create the icons of a website from one image',
  keywords: 'ico apple touch icon manifest pwa',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    name: input.optional(input.line('Name of the site', 'My site', { max: 100 }), ''),
    color: input.optional(input.line('Theme color', '#ffffff', { max: 30 })),
  },
  output: { files: output.files('Files'), html: output.code('HTML') },
  run: async ({ image, name, color }) => {
    const sizes = [
      ['favicon-32.png', 32],
      ['apple-touch-icon.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
    ] as const;
    const files = [];
    for (const [file, size] of sizes) {
      const { image: icon } = await writeImage(image, 'png', {}, (picture) =>
        picture.resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }),
      );
      files.push({ ...icon, name: file });
    }
    const ico = await toIco(image, [16, 32, 48]);
    const manifest = JSON.stringify(
      {
        name,
        icons: [192, 512].map((size) => ({
          src: `/icon-${size}.png`,
          sizes: `${size}x${size}`,
          type: 'image/png',
        })),
        theme_color: color,
        background_color: color,
        display: 'standalone',
      },
      null,
      2,
    );
    return {
      files: [
        { name: 'favicon.ico', type: 'image/vnd.microsoft.icon', base64: ico.toString('base64') },
        ...files,
        {
          name: 'site.webmanifest',
          type: 'application/manifest+json',
          base64: Buffer.from(manifest).toString('base64'),
        },
      ],
      html: '<link rel="icon" href="/favicon.ico" sizes="any">\n<link rel="icon" type="image/png" sizes="32x32" href="/favicon-32.png">\n<link rel="apple-touch-icon" href="/apple-touch-icon.png">\n<link rel="manifest" href="/site.webmanifest">',
    };
  },
});
