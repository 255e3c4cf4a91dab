import { dimensionTool } from '../../conversions/pair-tools.ts';

export default [dimensionTool('duration')];
