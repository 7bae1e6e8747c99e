/** Which tables the SQL of a source file names: what the import law asks. */

/** What the parser gives for `a`, `tables.a`; null for anything else. */
const nameOf = (node) => (node?.type === 'Identifier' ? node.name : null);

/**
 * The text of a template, a value that is a name as `${name}`; any other value is a gap that no table name spans.
 * @returns null when it is no text
 */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  const template = node?.type === 'TaggedTemplateExpression' ? node.quasi : node;
  if (template?.type !== 'TemplateLiteral') return null;
  return template.quasis
    .map(({ value }, i) => {
      if (i === template.expressions.length) return value.raw;
      const expression = template.expressions[i];
      const name = nameOf(expression) ?? nameOf(expression.property);
      return `${value.raw}${name ? `\${${name}}` : ' ? '}`;
    })
    .join('');
}

const SQL_CALLS = new Set(['execute', 'query', 'raw']);

/** The SQL text of a node, where it is a template tagged `sql` or what is given to execute, query or raw; else null. */
export function sqlOf(node) {
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag) === 'sql' ? textOf(node) : null;
  if (node.type !== 'CallExpression' || !SQL_CALLS.has(node.callee.property?.name)) return null;
  const [first] = node.arguments;
  if (first?.type === 'TaggedTemplateExpression') return null; // seen by itself
  if (first?.type !== 'ObjectExpression') return textOf(first);
  return textOf(first.properties.find(({ key }) => nameOf(key) === 'text')?.value);
}

const NAME = String.raw`(?:"?[a-z_][a-z0-9_]*"?|\$\{\w+\})`;
const ALIAS = String.raw`(?:\s+(?:as\s+)?"?[a-z_][a-z0-9_]*"?)?`;
const LIST = String.raw`${NAME}${ALIAS}(?:\s*,\s*(?:lateral\s+)?${NAME}${ALIAS})*`;
const WRITES = new RegExp(
  String.raw`\b(?:insert\s+into|(?<!\bfor\s+|\bdo\s+|\bkey\s+)update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(${NAME})`,
  'gi',
);
const READS = new RegExp(
  String.raw`\b(?:(?<!\bdistinct\s+|\bdelete\s+)from|join|using|analyze)\s+(?:only\s+|lateral\s+)?(${LIST})`,
  'gi',
);
const COMMON = /\b(?:with\s+(?:recursive\s+)?|,\s*)"?([a-z_][a-z0-9_]*)"?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;

const bare = (text) => text.trim().split(/\s+/)[0].replaceAll('"', '');

/**
 * What a statement names after from, join, into, update and the like, without its common table expressions.
 * A name may be a table, a function or `${variable}`: who asks knows the tables.
 * @returns `{ name, writes }`, each once
 */
export function tablesIn(statement) {
  const text = statement.replace(/--.*$/gm, ' ').replace(/'(?:[^']|'')*'/g, "''");
  const common = new Set([...text.matchAll(COMMON)].map(([, name]) => name));
  const found = new Map();
  for (const [, name] of text.matchAll(WRITES)) found.set(bare(name), true);
  for (const [, list] of text.matchAll(READS)) {
    for (const part of list.split(',')) {
      const name = bare(part.replace(/^\s*lateral\s/i, ''));
      if (!found.has(name)) found.set(name, false);
    }
  }
  return [...found].filter(([name]) => !common.has(name)).map(([name, writes]) => ({ name, writes }));
}
