import { input, output, tool } from '../../tool.ts';
import { parseMeta } from '../../encodings/markup/html.ts';
import { escape } from '../../../web/html.ts';

export default [
  tool({
    slug: 'meta-tags-reader',
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
  }),
  tool({
    slug: 'meta-tags-generator',
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
  }),
  tool({
    slug: 'faq-structured-data-generator',
    title: 'FAQ structured data generator',
    summary: 'Create JSON-LD for questions and answers',
    keywords: 'schema.org seo rich results',
    input: {
      faq: input.text('Question, answer, empty line', 'What is it?\nA tool.\n\nWhat does it cost?\nNothing.'),
    },
    output: { jsonld: output.code('JSON-LD') },
    sample: {
      jsonld:
        '{\n  "@context": "https://schema.org",\n  "@type": "FAQPage",\n  "mainEntity": [\n    {\n      "@type": "Question",\n      "name": "What is it?",\n      "acceptedAnswer": {\n        "@type": "Answer",\n        "text": "A tool."\n      }\n    },\n    {\n      "@type": "Question",\n      "name": "What does it cost?",\n      "acceptedAnswer": {\n        "@type": "Answer",\n        "text": "Nothing."\n      }\n    }\n  ]\n}',
    },
    run: ({ faq }) => {
      const pairs = faq
        .split(/\n[ \t]*\n/)
        .map((part) => part.trim().split('\n'))
        .filter(([question]) => question);
      const mainEntity = pairs.map(([name = '', ...answer]) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
      }));
      return {
        jsonld: JSON.stringify({ '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity }, null, 2),
      };
    },
  }),
];

const meta = (key: string, name: string, content: string) =>
  content && `<meta ${key}="${name}" content="${escape(content)}">`;
