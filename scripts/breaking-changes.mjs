/**
 * What a new OpenAPI document takes away from programs that were written by an old one. What is sent may only be taken
 * more widely, what is answered may only say more: new fields, and new values of an enumeration, which programs bear.
 */
export function breakingChanges(before, after) {
  const found = [];
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, old] of Object.entries(methods)) {
      const now = after.paths[path]?.[method];
      const where = `${method.toUpperCase()} ${path}`;
      if (now) found.push(...ofOperation(old, now).map((text) => `${where}: ${text}`));
      else found.push(`${where}: is gone`);
    }
  }
  return found;
}

/** Whether what breaks is announced: the first number of the version has risen. */
export const needsNewVersion = (before, after) => majorOf(after) <= majorOf(before);
const majorOf = ({ info }) => Number(info.version.split('.')[0]);

function ofOperation(old, now) {
  const found = [];
  if (old.operationId !== now.operationId) found.push(`is named ${now.operationId}, and was ${old.operationId}`);
  const lost = old['x-api-scopes'].filter((scope) => !now['x-api-scopes'].includes(scope));
  if (lost.length > 0) found.push(`opens no more with ${lost.join(', ')}`);
  found.push(...ofParameters(old.parameters, now.parameters));
  const [sent, taken] = [schemaOf(old.requestBody), schemaOf(now.requestBody)];
  if (sent && !taken) found.push('takes no body any more');
  else if (taken && !sent) found.push(...(now.requestBody.required ? ['needs a body'] : []));
  else if (taken) found.push(...misfits(taken, sent, 'body', SENT));
  return [...found, ...ofSuccess(old.responses, now.responses)];
}

function ofParameters(old, now) {
  const find = (list, { name, in: where }) => list.find((one) => one.name === name && one.in === where);
  const found = [];
  for (const one of old) {
    const same = find(now, one);
    if (!same) found.push(`${one.in} ${one.name} is gone`);
    else {
      if (same.required && !one.required) found.push(`${one.in} ${one.name} is required`);
      found.push(...misfits(same.schema, one.schema, `${one.in} ${one.name}`, SENT));
    }
  }
  for (const one of now) if (one.required && !find(old, one)) found.push(`${one.in} ${one.name} is new and required`);
  return found;
}

function ofSuccess(old, now) {
  const statusOf = (responses) => Object.keys(responses).find((status) => status < 400);
  const [was, is] = [statusOf(old), statusOf(now)];
  if (was !== is) return [`answers ${is}, and answered ${was}`];
  const [read, told] = [schemaOf(old[was]), schemaOf(now[is])];
  if (read && !told) return ['has no answer any more'];
  return read ? misfits(read, told, 'answer', ANSWERED) : [];
}

const schemaOf = (part) => part?.content?.['application/json']?.schema;

/** In what is answered, more values and more fields are borne. */
const SENT = { bears: false };
const ANSWERED = { bears: true };

/** The shapes that a schema is one of. */
function shapesOf(schema) {
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.flatMap(shapesOf);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

/** Why something that `narrow` describes would not be taken by `wide`; empty: all of it is. */
function misfits(wide, narrow, where, rule) {
  return shapesOf(narrow).flatMap((shape) => {
    const tries = shapesOf(wide).map((one) => misfit(one, shape, where, rule));
    return tries.reduce((best, one) => (one.length < best.length ? one : best));
  });
}

function misfit(wide, narrow, where, rule) {
  if (Object.keys(wide).filter((key) => !ASIDE.has(key)).length === 0) return []; // anything
  const [type, given] = [wide.type, narrow.type];
  if (type !== given && !(type === 'number' && given === 'integer'))
    return [`${where} ${rule.bears ? 'may be' : 'may no more be'} ${given ?? 'anything'}`];
  return [
    ...ofValues(wide, narrow, where, rule),
    ...ofBounds(wide, narrow, where, rule),
    ...(type === 'object' ? ofObject(wide, narrow, where, rule) : []),
    ...(type === 'array' && wide.items ? misfits(wide.items, narrow.items ?? {}, `${where}[]`, rule) : []),
  ];
}
const ASIDE = new Set(['default', 'description', 'example', 'title']);

const valuesOf = ({ enum: values, const: only }) => values ?? (only === undefined ? undefined : [only]);

function ofValues(wide, narrow, where, { bears }) {
  const [taken, given] = [valuesOf(wide), valuesOf(narrow)];
  if (!taken) return [];
  if (!given) return [`${where} ${bears ? 'may be' : 'may no more be'} any ${narrow.type}`];
  const lost = given.filter((value) => !taken.includes(value));
  return lost.length === 0 || bears ? [] : [`${where} may no more be ${lost.join(', ')}`];
}

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** How large a number may become in an answer is no promise. */
function ofBounds(wide, narrow, where, { bears }) {
  if (bears)
    return wide.format !== undefined && wide.format !== narrow.format ? [`${where}: format ${wide.format}`] : [];
  const found = [];
  for (const key of LEAST)
    if (wide[key] > (narrow[key] ?? Number.NEGATIVE_INFINITY)) found.push(`${where}: ${key} ${wide[key]}`);
  for (const key of MOST)
    if (wide[key] < (narrow[key] ?? Number.POSITIVE_INFINITY)) found.push(`${where}: ${key} ${wide[key]}`);
  for (const key of ['pattern', 'format'])
    if (wide[key] !== undefined && wide[key] !== narrow[key]) found.push(`${where}: ${key} ${wide[key]}`);
  return found;
}

function ofObject(wide, narrow, where, rule) {
  const found = [];
  const [taken, given] = [wide.properties ?? {}, narrow.properties ?? {}];
  for (const name of wide.required ?? [])
    if (!(narrow.required ?? []).includes(name))
      found.push(`${where}.${name} ${rule.bears ? (given[name] ? 'may be missing' : 'is gone') : 'is required'}`);
  for (const [name, schema] of Object.entries(given)) {
    if (taken[name]) found.push(...misfits(taken[name], schema, `${where}.${name}`, rule));
    else if (typeof wide.additionalProperties === 'object')
      found.push(...misfits(wide.additionalProperties, schema, `${where}.${name}`, rule));
    else if (!rule.bears && wide.additionalProperties === false) found.push(`${where}.${name} is gone`);
  }
  if (rule.bears)
    for (const name of Object.keys(taken))
      if (!given[name] && !(wide.required ?? []).includes(name)) found.push(`${where}.${name} is gone`);
  const [open, shown] = [wide.additionalProperties, narrow.additionalProperties];
  if (typeof open === 'object' && typeof shown === 'object') found.push(...misfits(open, shown, `${where}.*`, rule));
  return found;
}
