import { dimensionTool } from '../../conversions/pair-tools.ts';
import { dimensions } from '../../conversions/dimensions.ts';

/** A converter for each dimension, except those with their own categories. */
export default Object.keys(dimensions)
  .filter((dimension) => dimension !== 'data' && dimension !== 'duration')
  .map(dimensionTool);
