import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { resourcesTask } from '../../encodings/markup/html.ts';

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
  run: async ({ url }, { outbound, sandbox }) => {
    const page = await outbound.fetch(url, { max: 2_000_000, longer: 'cut' });
    const found = await sandbox(resourcesTask, page.body);
    return { bytes: page.body.length, sent: page.received, ...found };
  },
});
