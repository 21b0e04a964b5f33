/** What is code, an address or a comment: written as it is. */
const AS_IT_IS = /(``[^`]*``|`[^`]*`|\]\([^)]*\)|<[^>]*>)/;

/** A French text in Markdown with the spaces that do not break where a French reader needs them. Twice makes the same. */
export function typeset(markdown: string): string {
  let inCode = false;
  return markdown
    .split('\n')
    .map((line) => {
      const isFence = line.trimStart().startsWith('```');
      if (isFence) inCode = !inCode;
      return isFence || inCode ? line : line.split(AS_IT_IS).map(spaced).join('');
    })
    .join('\n');
}

/** The parts of a line, text and what is written as it is by turns. */
const spaced = (part: string, index: number): string => {
  if (index % 2 === 1) return part;
  const text = part.replace(/(?<=\S) (?=[:;?!%»])/g, '\u00a0').replaceAll('« ', '«\u00a0');
  return index === 0 ? text : text.replace(/^ (?=[:;?!%»])/, '\u00a0');
};
