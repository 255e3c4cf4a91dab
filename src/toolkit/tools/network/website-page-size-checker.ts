import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Page size checker',
  summary: 'Measure the HTML of a web page, and count the resources it loads',
  keywords: 'weight speed performance',
  network: true,
  input: { url: input.line('URL', 'https://example.com', { max: 2000 }) },
  output: {
    bytes: output.integer('Bytes of HTML'),
    sent: output.integer('Bytes sent'),
    scripts: output.integer('Scripts'),
    styles: output.integer('Style sheets'),
    images: output.integer('Images'),
    frames: output.integer('Frames'),
  },
  run: async ({ url }, { outbound }) => {
    const { Parser } = await import('htmlparser2');
    const page = await outbound.fetch(url, { max: 2_000_000, longer: 'cut' });
    const found = { scripts: 0, styles: 0, images: 0, frames: 0 };
    const parser = new Parser({
      onopentag: (name, { src, rel }) => {
        if (name === 'script' && src) found.scripts += 1;
        if (name === 'link' && rel === 'stylesheet') found.styles += 1;
        if (name === 'img') found.images += 1;
        if (name === 'iframe') found.frames += 1;
      },
    });
    parser.end(page.text());
    return { bytes: page.body.length, sent: page.received, ...found };
  },
});
