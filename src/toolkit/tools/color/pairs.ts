import { colorPairTools } from '../../conversions/pair-tools.ts';

export default colorPairTools(['hex', 'hexa', 'rgb', 'rgba', 'hsl', 'hsla', 'hsv', 'cmyk']);
