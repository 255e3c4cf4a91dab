import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
