import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { escape } from '../../../web/html.ts';

export default tool({
  title: 'Meta tags generator',
  summary: 'Create the meta tags that search engines and social networks read',
  keywords: 'seo open graph twitter card',
  input: {
    title: input.line('Title', 'Plaza', { max: 200 }),
    description: input.optional(input.line('Description', 'A network that you own', { max: 500 }), ''),
    url: input.optional(input.line('URL', 'https://example.com/', { max: 2000 }), ''),
    image: input.optional(input.line('Image', 'https://example.com/cover.png', { max: 2000 }), ''),
    siteName: input.optional(input.line('Site', 'Example', { max: 100 }), ''),
  },
  output: { html: output.code('HTML') },
  sample: {
    html: '<title>Plaza</title>\n<meta name="description" content="A network that you own">\n<link rel="canonical" href="https://example.com/">\n<meta property="og:type" content="website">\n<meta property="og:title" content="Plaza">\n<meta property="og:description" content="A network that you own">\n<meta property="og:url" content="https://example.com/">\n<meta property="og:image" content="https://example.com/cover.png">\n<meta property="og:site_name" content="Example">\n<meta name="twitter:card" content="summary_large_image">',
  },
  run: ({ title, description, url, image, siteName }) => {
    const tags = [
      `<title>${escape(title)}</title>`,
      meta('name', 'description', description),
      url && `<link rel="canonical" href="${escape(url)}">`,
      meta('property', 'og:type', 'website'),
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:url', url),
      meta('property', 'og:image', image),
      meta('property', 'og:site_name', siteName),
      meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ];
    return { html: tags.filter(Boolean).join('\n') };
  },
});

const meta = (key: string, name: string, content: string) =>
  content && `<meta ${key}="${name}" content="${escape(content)}">`;
