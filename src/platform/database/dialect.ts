import {
  ColumnNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type { BinaryOperationNode, LimitNode, OffsetNode, OperationNode } from 'kysely';

/** Columns with few distinct constants, which partial indexes use: `where kind = 'article'`. */
const constantColumns = new Set(['kind', 'privacy', 'purpose', 'subject', 'period', 'role']);
const isWord = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && /^[a-z_-]{1,24}$/.test(value));

/**
 * A PostgreSQL dialect for statements that are planned once for all parameter values. Values that affect the
 * plan are inlined instead: without its limit, PostgreSQL would plan to read and sort all rows, and without
 * the constant it could not use a partial index.
 */
export class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler();
  }
}

class Compiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    this.#appendNumber(limit);
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    if (isNumber(offset) && Number(offset.value) === 0) return;
    this.append('offset ');
    this.#appendNumber(offset);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(
      comparesConstant(node) ? { ...node, rightOperand: inText(node.rightOperand) } : node,
    );
  }

  #appendNumber(node: OperationNode): void {
    if (isNumber(node)) this.appendImmediateValue(node.value);
    else this.visitNode(node);
  }
}

const isNumber = (node: OperationNode): node is ValueNode =>
  ValueNode.is(node) && (typeof node.value === 'number' || typeof node.value === 'bigint');

/** Whether the comparison is with a boolean or a known constant. */
function comparesConstant({ leftOperand, operator, rightOperand }: BinaryOperationNode): boolean {
  if (!OperatorNode.is(operator) || !['=', '!=', 'in', 'not in'].includes(operator.operator)) return false;
  if (ValueNode.is(rightOperand) && typeof rightOperand.value === 'boolean') return true;
  if (!ReferenceNode.is(leftOperand) || !ColumnNode.is(leftOperand.column)) return false;
  return constantColumns.has(leftOperand.column.column.name);
}

function inText(node: OperationNode): OperationNode {
  if (ValueNode.is(node) && isWord(node.value)) return ValueNode.createImmediate(node.value);
  if (PrimitiveValueListNode.is(node) && node.values.every(isWord))
    return ValueListNode.create(node.values.map((value) => ValueNode.createImmediate(value)));
  return node;
}
