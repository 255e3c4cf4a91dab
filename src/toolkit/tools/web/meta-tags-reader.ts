import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseMeta } from '../../encodings/markup/html.ts';

export default tool({
  title: 'Meta tags reader',
  summary: 'Read the title, description and social tags in HTML',
  keywords: 'open graph twitter card extract',
  isolated: true,
  input: {
    html: input.text(
      'HTML',
      '<head><title>Plaza</title><meta name="description" content="A network"><meta property="og:image" content="https://example.com/a.png"></head>',
    ),
  },
  output: {
    title: output.text('Title'),
    description: output.text('Description'),
    tags: output.table('Tags', { name: output.text('Name'), content: output.text('Content') }),
  },
  sample: {
    title: 'Plaza',
    description: 'A network',
    tags: [
      { name: 'description', content: 'A network' },
      { name: 'og:image', content: 'https://example.com/a.png' },
    ],
  },
  run: async ({ html }) => parseMeta(html),
});
