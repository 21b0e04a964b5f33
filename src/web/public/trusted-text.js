// Trusted Types: the page refuses to turn text into HTML. The date fields of MUI set their plain text that way; text
// without a tag or an entity is let through, anything else is refused.
window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (/[<&]/.test(text)) throw new TypeError('HTML is not taken from text');
    return text;
  },
});
