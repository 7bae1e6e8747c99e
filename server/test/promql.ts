import { parser } from '@prometheus-io/lezer-promql';

/** The part of the parser's tree that is read here. */
type Node = ReturnType<typeof parser.parse>['topNode'];

export interface Selector {
  readonly name: string;
  /** Labels that it is narrowed by. */
  readonly matched: readonly string[];
  /** The functions and aggregations around it, from within. */
  readonly within: readonly Around[];
}

export interface Around {
  /** `rate`, `sum`, `histogram_quantile` … */
  readonly name: string;
  /** What an aggregation keeps; undefined for one without `by`, and for functions. */
  readonly by?: readonly string[];
}

/** Reads a query as Prometheus does. @throws Error where it is none */
export function readQuery(query: string): Selector[] {
  const text = (node: Node | null | undefined): string => (node ? query.slice(node.from, node.to) : '');
  const found: Selector[] = [];
  const visit = (node: Node): void => {
    if (node.type.isError) throw new Error(`no PromQL at ${node.from} of ${query}`);
    if (node.name === 'VectorSelector') {
      const labels = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      found.push({
        name: text(node.getChild('Identifier')),
        matched: labels.map((label) => text(label.getChild('LabelName'))),
        within: around(node),
      });
    }
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child);
  };
  const around = (node: Node): Around[] => {
    const outer: Around[] = [];
    for (let parent = node.parent; parent; parent = parent.parent) {
      if (parent.name === 'FunctionCall') outer.push({ name: text(parent.getChild('FunctionIdentifier')) });
      if (parent.name !== 'AggregateExpr') continue;
      const modifier = parent.getChild('AggregateModifier');
      const labels = modifier?.getChild('By') && modifier.getChild('GroupingLabels')?.getChildren('LabelName');
      outer.push({ name: text(parent.getChild('AggregateOp')), ...(labels ? { by: labels.map(text) } : {}) });
    }
    return outer;
  };
  visit(parser.parse(query).topNode);
  return found;
}
