/** The version of the REST API, which its paths and every form carry. */
export const API_VERSION = '2010-04-01';
