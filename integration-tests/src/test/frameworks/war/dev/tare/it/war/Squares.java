package dev.tare.it.war;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers with the sum of the first squares, and says which loader it came from. */
@WebServlet("/squares")
public class Squares extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int last = Integer.parseInt(request.getParameter("last"));
    response.setContentType("text/plain");
    response
        .getWriter()
        .println(sum(last) + " by " + getClass().getClassLoader().getClass().getSimpleName());
  }

  private static long sum(int last) {
    return last == 0 ? 0 : (long) last * last + sum(last - 1);
  }
}
