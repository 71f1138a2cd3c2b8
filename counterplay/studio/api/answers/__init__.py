"""The shapes of the API's answers, for its documentation: a file a part of the page."""
