import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

const kinds: readonly (readonly [string, string, string, string])[] = [
  ['code128', 'Code 128', 'PLAZA-2026', 'letters, digits and signs'], ['code39', 'Code 39', 'PLAZA 2026', 'capital letters and digits'], ['code93', 'Code 93', 'PLAZA2026', 'capital letters and digits'], ['ean13', 'EAN-13', '4006381333931', '12 or 13 digits'], ['ean8', 'EAN-8', '73513537', '7 or 8 digits'], ['upca', 'UPC-A', '036000291452', '11 or 12 digits'],
  ['isbn', 'ISBN', '978-3-16-148410-0', 'an ISBN with hyphens'], ['interleaved2of5', 'ITF', '12345678', 'an even number of digits'], ['rationalizedCodabar', 'Codabar', 'A12345B', 'digits between two letters from A to D'], ['datamatrix', 'Data Matrix', 'https://example.com', 'text'], ['pdf417', 'PDF417', 'https://example.com', 'text'], ['azteccode', 'Aztec Code', 'https://example.com', 'text'], ['msi', 'MSI', '1234567', 'digits'], ['pharmacode', 'Pharmacode', '117480', 'a number from 3 to 131070'],
]; // prettier-ignore

/** A tool for each common kind of barcode. */
export default kinds.map(([bcid, name, example, holds]) =>
  tool({
    slug: `${name.toLowerCase().replaceAll(' ', '-')}-generator`,
    title: `${name} generator`,
    summary: `Create a ${name} barcode of ${holds}`,
    keywords: 'barcode label print barcode-generator',
    isolated: true,
    input: { text: input.line('Text', example, { max: 300, min: 1 }), label: input.flag('Text below', true) },
    output: { svg: output.svg('Barcode') },
    run: async ({ text, label }) => {
      const { toSVG } = await import('bwip-js/node');
      try {
        return {
          svg: toSVG({
            bcid,
            text,
            includetext: label,
            textxalign: 'center',
            backgroundcolor: 'ffffff',
            paddingwidth: 4,
            paddingheight: 4,
          }),
        };
      } catch (error) {
        throw invalid('text', (error as Error).message.replace(/^.*?: /, '').slice(0, 200));
      }
    },
  }),
);
